/** Characters that show nothing: zero-width ones, marks of direction, fillers, the blank of Braille. */
export const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
