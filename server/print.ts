/** Prints a line for whoever starts Rooftop; events of the running app go to the log. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
