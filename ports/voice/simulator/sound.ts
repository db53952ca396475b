const sampleRate = 8_000;
const headerSize = 44;

/** Notes of a scale, in hertz: a recording plays a tune instead of a voice. */
const scale = [262, 294, 330, 392, 440, 523, 587, 659] as const;

/** Generates a WAV file of so many seconds, deterministic for its name. */
export function simulatedSound(name: string, seconds: number): Uint8Array {
  const size = Math.round(seconds * sampleRate);
  const file = Buffer.alloc(headerSize + size);
  file.write("RIFF", 0);
  file.writeUInt32LE(headerSize - 8 + size, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  // PCM, one channel, eight bits.
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write("data", 36);
  file.writeUInt32LE(size, 40);
  const samplesPerNote = sampleRate / 4;
  for (let index = 0; index < size; index++) {
    const charCode = name.charCodeAt(Math.floor(index / samplesPerNote) % Math.max(1, name.length)) || 0;
    const hertz = scale[charCode % scale.length] ?? scale[0];
    const volume = 1 - (index % samplesPerNote) / samplesPerNote;
    file[headerSize + index] = Math.round(128 + 60 * volume * Math.sin((2 * Math.PI * hertz * index) / sampleRate));
  }
  return file;
}
