#ifndef CPOLYSTORE_LOG_WRITER_H
#define CPOLYSTORE_LOG_WRITER_H

#include <sqlite3.h>

/// The name of a file system for connections that write: like another one, but frames of a log that lie one behind the
/// other are written together while that is asked for.
///
/// SQLite writes each page of a commit with two calls, one for the frame's header of 24 bytes and one for the page. Here
/// they are gathered, and written with the header of the commit's last frame at the latest; its page is written by itself.
/// So everything is written before SQLite syncs the log or tells readers of the commit. An error of the disk is the error
/// of the call that writes.
///
/// `base` names the other file system; NULL means the default one. Returns NULL where it is not known or there is no memory
/// for this. The name stays valid; any thread may ask.
const char *polystore_log_writer(const char *base);

/// Asks for gathering while a connection commits, and for none behind it. Other connections are left alone.
void polystore_log_writer_gather(sqlite3 *connection, int gathers);

#endif
