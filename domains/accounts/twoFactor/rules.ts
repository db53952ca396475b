/** A number on file is changed with the old factor or by the owner, not by whoever has the password. */
export const numberOnFile = "A phone number is on file already. Please sign in again.";

export const numberFirst = "Please enter your phone number first.";
