const rate = 8_000;
const header = 44;

/** Steps of a scale, in hertz: what is heard is a tune instead of a voice. */
const scale = [262, 294, 330, 392, 440, 523, 587, 659] as const;

/** A sound of so many seconds as a WAV file, always the same for the same name. */
export function simulatedSound(name: string, seconds: number): Uint8Array {
  const size = Math.round(seconds * rate);
  const file = Buffer.alloc(header + size);
  file.write("RIFF", 0);
  file.writeUInt32LE(header - 8 + size, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  // One channel of eight bits, as they are.
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write("data", 36);
  file.writeUInt32LE(size, 40);
  const note = rate / 4;
  for (let at = 0; at < size; at++) {
    const letter = name.charCodeAt(Math.floor(at / note) % Math.max(1, name.length)) || 0;
    const hertz = scale[letter % scale.length] ?? scale[0];
    const fading = 1 - (at % note) / note;
    file[header + at] = Math.round(128 + 60 * fading * Math.sin((2 * Math.PI * hertz * at) / rate));
  }
  return file;
}
