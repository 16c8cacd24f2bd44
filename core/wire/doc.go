// Package wire is the contract between the SDK and the payment service, as plain
// data: the service's words, its calls and replies (PaymentAPI), what a deployment
// spells in its own way (Profile), how a request is signed (Signer), and the Secret
// that everything confidential is kept in. A program that brings its own PaymentAPI,
// Signer or Observer needs this package; the payment itself is driven by package
// core.
//
// The service documents neither its signature, nor most request fields, nor any
// paymentStatus but SUCCESS. What is assumed is in one place each: HMACSigner,
// DefaultProfile, the words of a 401 and the bodies in package core, package webhook.
//
// It knows package money and the standard library, sends nothing, and has no
// goroutine and no lock.
package wire
