/// The person at the terminal asked the command to stop.
struct InterruptedError: Error {}
