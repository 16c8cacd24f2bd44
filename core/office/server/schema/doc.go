// Package schema is the layout of head office's database: its migrations, which are
// part of the program, the one that this program knows, and what a database has.
//
// It may import pgx and goose, and nothing of ours. It holds no state.
package schema
