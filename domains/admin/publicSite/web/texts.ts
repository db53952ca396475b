/** What the operator's screen of the public site says. */
export const publicSiteTexts = {
  title: "Public Site",
  about: "What the footer of the public pages shows. Leave a field empty to leave it out.",
  contact: "Contact",
  phone: "Phone",
  email: "Email",
  follow: "Follow us",
  save: "Save",
  view: "View site",
};
