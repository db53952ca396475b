import type { PersonRecords } from "#core/server/personRecords.ts";

const staff = "it is about the business and those who work there, who are no customers";

export const accountPersonRecords: PersonRecords = {
  tables: [],
  exempt: {
    dealers: staff,
    users: staff,
    logins: staff,
    sessions: staff,
    visits: staff,
    codes: staff,
    reset_tickets: staff,
    email_proofs: staff,
  },
};
