export { CrmEmailForm, MessagingSnippet } from "./LocationSettings.tsx";
export { OwnProfile, PasswordForm, readPhoto, SignedInBrowsers } from "./OwnAccount.tsx";
export { CodesAtSignIn, LocationPhones, NumberForTexts } from "./PhoneSettings.tsx";
