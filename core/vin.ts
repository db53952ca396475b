/**
 * Whether a vehicle identification number's check digit fits (position 9, as North American makers compute it; 49 CFR
 * 565.15). Others are real cars, too, so that a wrong digit only warns.
 */
export function hasVinCheckDigit(vin: string): boolean {
  const digits = [...vin.toUpperCase()];
  if (!/^[A-HJ-NPR-Z0-9]{17}$/.test(digits.join(""))) return false;
  const sum = digits.reduce((sum, letter, index) => sum + vinValue(letter) * (vinWeights[index] ?? 0), 0);
  return digits[8] === (sum % 11 === 10 ? "X" : String(sum % 11));
}

const vinWeights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** A to I count from 1, J to R from 1, and S to Z from 2. */
function vinValue(letter: string): number {
  if (/\d/.test(letter)) return Number(letter);
  const place = letter.charCodeAt(0) - 65;
  if (place < 9) return place + 1;
  return place < 18 ? place - 8 : place - 16;
}
