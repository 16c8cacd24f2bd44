/* The MSI's own look for a till that runs. It runs before anything is changed,
   for installing, upgrading, repairing and removing. Without it Windows would
   close the till itself when nobody watches, or replace it at the next start. */
#include <windows.h>
#include <msi.h>
#include <msiquery.h>
#include <tlhelp32.h>
#include <wchar.h>

#define NAME L"sanduq.exe"
#define COMPONENT L"{0B6E9C3E-5B0F-4C3B-8B0B-0C4E2B7C9A11}" /* Program, in sanduq.wxs */
#define PATIENCE 10 /* half seconds: a till that is closing has five seconds */

/* listed reports whether a program of a path is among those that run. One of the
   name whose path may not be read counts: it is another user's. */
static BOOL listed(const WCHAR *path)
{
	PROCESSENTRY32W entry = { .dwSize = sizeof entry };
	HANDLE all = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
	BOOL found = FALSE, more;

	if (all == INVALID_HANDLE_VALUE)
		return FALSE;
	for (more = Process32FirstW(all, &entry); more && !found; more = Process32NextW(all, &entry)) {
		WCHAR its[1024];
		DWORD n = 1024;
		HANDLE one;

		if (_wcsicmp(entry.szExeFile, NAME) != 0)
			continue;
		one = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, entry.th32ProcessID);
		found = one == NULL || !QueryFullProcessImageNameW(one, 0, its, &n) || _wcsicmp(its, path) == 0;
		if (one != NULL)
			CloseHandle(one);
	}
	CloseHandle(all);
	return found;
}

/* runs reports whether a program runs now: one that does cannot be opened for
   writing. Who may not write there at all looks at the list. */
static BOOL runs(const WCHAR *path)
{
	HANDLE file = CreateFileW(path, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING, 0, NULL);

	if (file != INVALID_HANDLE_VALUE) {
		CloseHandle(file);
		return FALSE;
	}
	switch (GetLastError()) {
	case ERROR_SHARING_VIOLATION:
		return TRUE;
	case ERROR_ACCESS_DENIED:
		return listed(path);
	}
	return FALSE;
}

__declspec(dllexport) UINT __stdcall RefuseWhileRunning(MSIHANDLE install)
{
	WCHAR chosen[1024] = L"", there[1024] = L"";
	DWORD n = 1000;
	int tries;
	MSIHANDLE words;

	if (MsiGetPropertyW(install, L"INSTALLDIR", chosen, &n) == ERROR_SUCCESS && chosen[0])
		wcscat(chosen, NAME);
	n = 1024;
	MsiLocateComponentW(COMPONENT, there, &n); /* of the version that is installed */
	for (tries = 0; (chosen[0] && runs(chosen)) || (there[0] && runs(there)); tries++) {
		if (tries == PATIENCE) {
			words = MsiCreateRecord(0);
			MsiRecordSetStringW(words, 0, L"Sanduq is running, so nothing was changed. Close its window, wait until it is gone, then try again.");
			MsiProcessMessage(install, INSTALLMESSAGE_ERROR | MB_OK | MB_ICONWARNING, words);
			MsiCloseHandle(words);
			return ERROR_INSTALL_FAILURE;
		}
		Sleep(500);
	}
	return ERROR_SUCCESS;
}
