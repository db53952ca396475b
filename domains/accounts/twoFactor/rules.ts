/** The password alone must not replace a number: that takes the old factor or the owner. */
export const numberOnFile = "A phone number is on file already. Please sign in again.";

export const numberFirst = "Please enter your phone number first.";
