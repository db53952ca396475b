const characters = "\\p{Cf}\\p{Default_Ignorable_Code_Point}";

/** Characters that show nothing: zero-width ones, marks of direction, fillers. */
export const invisible = new RegExp(`[${characters}]`, "gu");

const nothing = new RegExp(`^[\\s\\u2800${characters}]*$`, "u");

/** Whether a text is only spaces and characters that show nothing. */
export const showsNothing = (text: string): boolean => nothing.test(text);
