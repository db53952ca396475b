import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { acrossFields, Flag, Id, Instant, inOrder, oneOf, optionalText } from "#core/fields.ts";
import { staff } from "#core/people.ts";
import { hasCredentials } from "#core/webAddress.ts";
import {
  AppointmentDraft,
  AppointmentEdit,
  appointmentStatuses,
  appointmentTypes,
  readChangedTime,
  readNewTime,
  requireCustomTime,
  requireWhom,
} from "#domains/appointments/contract.ts";
import { isMeetingUrl, linkStates, type MeetingKind, meetingKinds } from "./fields.ts";

/** A team member of a meeting. */
const MeetingPerson = z.object({ id: Id, name: z.string(), name_initials: z.string() });

/** An appointment as a meeting: who comes, and where it takes place online. */
export const Meeting = z.object({
  id: Id,
  title: z.string(),
  datetime: Instant,
  ends_at: Instant,
  /** In minutes. */
  duration: z.number(),
  /** Null: no chosen host, so the creator hosts. */
  host_id: z.nullable(Id),
  /** A bay, a room, an address; empty: at the location. */
  place: z.string(),
  type: z.literal(appointmentTypes),
  status: z.literal(appointmentStatuses),
  notes: z.string(),
  customer_id: Id,
  customer_name: z.string(),
  /** 1: the customer was deleted, so that their page can't be opened. */
  customer_deleted: z.literal([0, 1]),
  /** The host or creator first, then the invited members. */
  people: z.array(MeetingPerson),
  /** Where one by video takes place. One in Rooftop's own room has no address. */
  kind: z.enum(meetingKinds),
  /** The room's address elsewhere; empty while it has none, and in person. */
  url: z.string(),
  link_state: z.enum(linkStates),
  /** The customer's page, which leads into the room when it is time. */
  join_url: z.string(),
  texted_at: z.nullable(Instant),
  /** 1: the customer has a calendar invitation, which changes with the meeting. */
  is_mailed: z.literal([0, 1]),
  started_at: z.nullable(Instant),
  joined_at: z.nullable(Instant),
  version: z.number(),
});
export type Meeting = z.infer<typeof Meeting>;

/** How many team members can be invited. */
export const maxInvited = 20;

/** What a link that is missing or wrong says. */
export const linkText = "Enter a link that starts with https://";

/** An edit keeps what it leaves out. */
const meetingShape = {
  /**
   * Where one by video takes place; without it, a link that is given decides. `meet`: the host's Google Calendar makes the
   * room, whose address then becomes `url`.
   */
  kind: z.optional(z.enum(meetingKinds, { error: "Select where it takes place" })),
  url: z.optional(
    optionalText(500).check(
      inOrder(
        [(url) => !hasCredentials(url), "Enter a link without a username or password"],
        [(url) => url === "" || isMeetingUrl(url), linkText],
      ),
    ),
  ),
  /** The team members who are invited. */
  user_ids: z.optional(
    z.pipe(
      z.transform((value: number | string | readonly (number | string)[] | null | undefined) => {
        if (Array.isArray(value)) return value as (number | string)[];
        return value === undefined || value === null || value === "" ? [] : [value as number | string];
      }),
      z.array(Id).check(z.maxLength(maxInvited, `Invite at most ${maxInvited} team members`)),
    ),
  ),
  /** 1: the customer gets a text with the time and the link. */
  text_customer: z._default(Flag, 0),
  /** 1: the customer gets a calendar invitation by email, and from then on every change of it. */
  mail_customer: z._default(Flag, 0),
};

/** The person who chose a link of their own has to give one. */
const requireLink = acrossFields<{ readonly kind?: MeetingKind | undefined; readonly url?: string | undefined }>(
  ({ value, issues }) => {
    if (value.kind === "link" && value.url === "")
      issues.push({ code: "custom", input: value, path: ["url"], message: linkText });
  },
);

const MeetingDraft = z
  .object({ ...AppointmentDraft.shape, ...meetingShape })
  .check(readNewTime, requireCustomTime, requireWhom, requireLink);
export type MeetingDraft = z.infer<typeof MeetingDraft>;

const MeetingEdit = z
  .object({ ...AppointmentEdit.shape, ...meetingShape })
  .check(readChangedTime, requireCustomTime, requireLink);

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

const byId = z.object({ id: Id });

export const meetings = calls("meetings", {
  list: {
    method: "POST",
    path: "/meetings/list",
    allow: staff,
    supportAccess: "reads",
    about:
      "The next four of the location's meetings of a type (0 in person, 1 virtual), and when its members are busy on a day, today unless another is named. Days are the location's.",
    body: z.object({
      type: oneOf(appointmentTypes, "Select In-Person or Virtual"),
      day: z._default(optionalText(10).check(inOrder([(text) => text === "" || isDay(text), "Select a day"])), ""),
    }),
    data: z.object({
      day: z.string(),
      next: z.array(Meeting),
      /** When the location's members are busy in their own calendars that day, without what with. */
      busy: z.array(z.object({ user_id: Id, name: z.string(), starts_at: Instant, ends_at: Instant })),
      /** The link of the last video meeting that the caller made; empty when that had Rooftop's own room. */
      last_url: z.string(),
      /** True: in Rooftop's own room, the two have to be on the same network. */
      is_room_local: z.boolean(),
      /** The members in whose calendars Google Meet rooms can be made; null where that isn't set up. */
      meet_hosts: z.nullable(z.array(Id)),
    }),
  },
  get: {
    method: "GET",
    path: "/meetings/get/{id}",
    allow: staff,
    supportAccess: "reads",
    about: "An appointment of the location as a meeting: its room, its people and the customer's link.",
    params: byId,
    data: Meeting,
  },
  add: {
    method: "POST",
    path: "/meetings/add",
    allow: staff,
    audit: "own rows",
    about:
      "Adds an appointment with the team members who are invited; one by video takes place in Rooftop's own room unless it has a link. text_customer sends the customer the time and a link of their own, mail_customer a calendar invitation.",
    body: MeetingDraft,
    data: z.object({ id: Id, join_url: z.string() }),
    successMessage: "Meeting created",
    rate: { points: 120, seconds: 3600, by: "person" },
  },
  edit: {
    method: "POST",
    path: "/meetings/edit/{id}",
    allow: staff,
    audit: "trail",
    about:
      "Changes a meeting, as appointments/edit does, with its link and the team members who are invited. text_customer sends the customer the time and the link again; a calendar invitation updates automatically.",
    params: byId,
    body: MeetingEdit,
    data: z.object({ id: Id, version: z.number() }),
    successMessage: "Meeting saved",
    rate: { points: 300, seconds: 3600, by: "person" },
  },
  cancel: {
    method: "POST",
    path: "/meetings/cancel/{id}",
    allow: staff,
    audit: "trail",
    about:
      "Cancels a meeting and shows that on the customer's page; text_customer also texts them. Agents can cancel meetings they created, host or were invited to. appointments/restore can restore it within a day.",
    params: byId,
    body: z.object({ text_customer: z._default(Flag, 0) }),
    data: z.object({ id: Id }),
    successMessage: "Meeting canceled",
  },
  start: {
    method: "POST",
    path: "/meetings/start/{id}",
    allow: staff,
    audit: "own rows",
    about:
      "Records who opened a meeting's room and when; colleagues and the customer's page see that it has started. A customer who doesn't come within two minutes is texted the link, once.",
    params: byId,
    data: z.object({ id: Id, url: z.string() }),
    successMessage: "",
  },
  text: {
    method: "POST",
    path: "/meetings/text/{id}",
    allow: staff,
    audit: "own rows",
    about: "Texts the customer a meeting's time and their link.",
    params: byId,
    data: z.object({ id: Id }),
    successMessage: "Text sent",
    rate: { points: 120, seconds: 3600, by: "person" },
  },
  renew: {
    method: "POST",
    path: "/meetings/renew/{id}",
    allow: staff,
    audit: "trail",
    about: "Creates a new link for a meeting's customer. The earlier one stops working.",
    params: byId,
    data: z.object({ id: Id, join_url: z.string() }),
    successMessage: "New link created. The old one no longer works.",
  },
});

export const meetingEvents = events({
  changed: {
    event: "meeting-changed",
    to: "location",
    about: "A meeting was made, changed, canceled or started, or the customer joined it. target_id is its appointment.",
    payload: z.object({ target_id: Id }),
  },
});
