//go:build linux && cgo

package memory

/*
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

static void trim(void) {
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}
*/
import "C"

// trim gives back what the libraries in C have freed: the GNU library keeps it otherwise.
// Where OpenGL draws without a graphics card, that is some megabytes of pictures.
func trim() { C.trim() }
