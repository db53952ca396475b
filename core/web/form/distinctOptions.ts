/**
 * The options with each value once, the first wins. Mantine's selects throw for a value that comes twice, for example
 * when a search found what is chosen already.
 */
export function distinctOptions<Option extends { readonly value: string | number }>(
  options: readonly Option[],
): Option[] {
  const byValue = new Map<string, Option>();
  for (const option of options) {
    const key = String(option.value);
    if (!byValue.has(key)) byValue.set(key, option);
  }
  return [...byValue.values()];
}
