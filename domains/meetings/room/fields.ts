/** The signals in one request, and the bytes of it: a description of a call has 4 to 8 kB, a candidate 200 bytes. */
export const maxSignals = 20;
export const maxExchangeBytes = 128 * 1024;
