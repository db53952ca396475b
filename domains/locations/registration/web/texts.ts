/** What people read where a number that isn't registered keeps texts from going out. */
export const registrationNotices = {
  link: "Register your texts",
  askOwner: "Ask an owner to register your texts.",
  waits: "Your number isn’t registered with carriers yet. Campaigns wait until it is, then send automatically.",
} as const;
