/** True for a name or address that only this machine answers at: `localhost`, 127.0.0.0/8 and `::1`, with brackets or without. */
export function isLoopback(name: string): boolean {
  return /^(localhost|(::ffff:)?127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(name);
}
