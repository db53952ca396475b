/** The password alone must not replace a number: that takes the old factor or the owner. */
export const numberOnFileText = "A phone number is already on file. Sign in again.";

export const numberRequiredText = "Enter your phone number first.";
