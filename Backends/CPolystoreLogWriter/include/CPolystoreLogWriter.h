#ifndef CPOLYSTORE_LOG_WRITER_H
#define CPOLYSTORE_LOG_WRITER_H

/// The name of a file system for connections that write: like another one, but frames of a log that lie one behind the
/// other are written together.
///
/// SQLite writes each page of a commit with two calls, one for the frame's header of 24 bytes and one for the page. Here
/// they are gathered, and written with the last of the commit's frames at the latest: before SQLite syncs the log or tells
/// readers of the commit. An error of the disk is the error of the call that writes them.
///
/// `base` names the other file system; NULL means the default one. Returns NULL where it is not known or there is no memory
/// for this. The name stays valid; any thread may ask.
const char *polystore_log_writer(const char *base);

#endif
