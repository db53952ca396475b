import { sql } from "kysely";
import type { Person, PersonRecords } from "#core/server/personRecords.ts";

const inTheirChats = ({ chat_ids }: Person) => sql`chat_id = any(${[...chat_ids]}::bigint[])`;

const ofTheirMessages = ({ dealer_id, chat_ids }: Person) => sql`message_id in (
  select id from messages where dealer_id = ${dealer_id} and chat_id = any(${[...chat_ids]}::bigint[]))`;

const theirCalls = ({ customer_ids, chat_ids, phones }: Person) => sql`customer_id = any(${[...customer_ids]}::bigint[])
  or chat_id = any(${[...chat_ids]}::bigint[]) or from_number = any(${[...phones]}::text[])
  or to_number = any(${[...phones]}::text[])`;

const endedText = sql`message = '', phone = null, reason = '',
  settled_at = case when state = 'waiting' then now() else settled_at end,
  state = case when state = 'waiting' then 'undone' else state end`;

/** Messages and calls stay in the figures, as times without words. What figures don't count is deleted. */
export const inboxPersonRecords: PersonRecords = {
  tables: [
    { table: "message_media", rows: ofTheirMessages, erase: "delete", file: "storage_key" },
    {
      table: "chat_attachments",
      rows: (person) => sql`${inTheirChats(person)} or ${ofTheirMessages(person)} or scheduled_id in (
        select id from scheduled_messages where dealer_id = ${person.dealer_id} and ${inTheirChats(person)})`,
      erase: "delete",
      file: "storage_key",
      mentions: ["name"],
    },
    // A call and its recording refer to each other.
    { table: "calls", rows: theirCalls, erase: sql`recording_id = null` },
    {
      table: "call_recordings",
      rows: (person) => sql`call_id in (
        select id from calls where dealer_id = ${person.dealer_id} and (${theirCalls(person)}))`,
      erase: "delete",
      file: "storage_key",
    },
    { table: "calls", rows: theirCalls, erase: sql`from_number = '', to_number = ''` },
    {
      table: "message_sends",
      rows: ofTheirMessages,
      erase: sql`body = '', to_number = ''`,
      mentions: ["body"],
    },
    { table: "message_words", rows: ofTheirMessages, erase: "delete", mentions: ["words"] },
    {
      table: "messages",
      rows: inTheirChats,
      erase: sql`message = '', phone = null, attachment_path = null, media_count = 0, campaign_image = null,
        web_page = null, web_name = null,
        error = case when state = 'queued' then 'Erased' else error end,
        state = case when state = 'queued' then 'failed' else state end`,
      mentions: ["message", "web_name", "web_page"],
    },
    { table: "scheduled_messages", rows: inTheirChats, erase: endedText, mentions: ["message"] },
    { table: "chat_notes", rows: inTheirChats, erase: "delete", mentions: ["note"] },
    { table: "chat_events", rows: inTheirChats, erase: "delete" },
    { table: "chat_tags", rows: inTheirChats, erase: "delete" },
    {
      table: "chats",
      rows: ({ chat_ids }) => sql`id = any(${[...chat_ids]}::bigint[])`,
      erase: sql`new_message = '', new_message_count = 0, is_replied = 1, waiting_since = null`,
      mentions: ["new_message"],
    },
  ],
  exempt: {
    message_reports: "a text's states and times, with no word of it",
    logged_texts: "a text's time, location and type, with no word of it",
    tracked_texts: "which of the business's numbers a text came to: no word of it",
    responses: "how long an answer took: times and ids of rows that say nothing any more",
    voice_settings: "the business's own words",
    member_phones: "members' own phones",
  },
};
