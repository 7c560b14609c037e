// Loaded before a program (LD_PRELOAD), counts what makes the program wait for the disk. Declares nothing: it is never
// linked.
