// Package page is the office's page for a telephone: what was paid today against the
// same day last week, cash beside it, tills that fell silent, what nobody knows and what is
// owed back, and the newest sales as they come.
//
// Who sees it signs in. Passwords are kept as argon2id; after five wrong ones in a
// row a name is locked for a while that doubles. A session is a random cookie of
// which the database has the hash, SameSite=Strict; every form brings the session's
// own token besides, and requests from other sites are refused. A person sees all
// shops or those that are listed: every question carries the list, none is asked
// without.
//
// The page is whole without scripts: it loads itself again now and then. With them
// new rows come by server-sent events, told by PostgreSQL's NOTIFY after they are
// durable. Practice and live are never added up, and practice says so.
package page
