/** The password alone must not replace a number: that takes the old factor or the owner. */
export const numberOnFileText = "A phone number is on file already. Please sign in again.";

export const numberRequiredText = "Please enter your phone number first.";
