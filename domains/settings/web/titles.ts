/** The titles of the settings and their pages, which come with the list of screens. */
export const settingsTitles = {
  all: "Settings",
  profile: "Profile",
  notifications: "Notifications",
  security: "Sign-in and security",
  phoneNumber: "Phone number",
  businessHours: "Business hours",
  automaticTexts: "Automatic texts",
  websiteMessaging: "Website messaging",
  calls: "Calls and notifications",
  legalPages: "Legal pages",
  gettingStarted: "Getting started",
  staffAccess: "Rooftop staff access",
} as const;
