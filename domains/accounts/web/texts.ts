/** What the sign-in screens say. */
export const signInTexts = {
  signedOut: "You were signed out. Sign in to continue; your draft is saved.",
  welcome: "Welcome back",
  about: "Sign in to your dealership's conversations.",
  ownPassword: "Password change required",
  ownPasswordAbout: "Someone else set your current password. Choose a new one that only you know.",
  ownPasswordAction: "Save and continue",
} as const;
