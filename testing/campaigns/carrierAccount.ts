/** The account that workers of survival tests have at the stand-in of their carrier. */
export const accountSid = `AC${"0b".repeat(16)}`;
export const authToken = "token-of-the-survival-tests";
/** The app's public URL. Its webhooks go to whichever worker lives. */
export const carrierUrl = "https://rooftop.test";
