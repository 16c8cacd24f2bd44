// Package coretest is what a program that uses package core tests itself with: a
// PaymentAPI with scripted answers, a clock that is moved by hand, a payment
// service on loopback, and webhooks as a service would sign them. It imports
// testing and belongs into tests alone: no program may import it, and it knows
// neither the practice bank nor the till.
package coretest
