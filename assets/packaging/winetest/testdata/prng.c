/* Wine before 9 lacks bcryptprimitives.dll, which Go's runtime asks for random
   bytes. Windows has it; this stands in for it in tests only. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);

__declspec(dllexport) BOOL WINAPI ProcessPrng(BYTE *data, SIZE_T length) {
	return SystemFunction036(data, (ULONG)length);
}
