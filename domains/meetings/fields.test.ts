import { expect, test } from "vitest";
import { isMeetingUrl, roomName } from "./fields.ts";

test.each([
  ["https://meet.google.com/abc-defg-hij", "Google Meet"],
  ["https://us02web.zoom.us/j/123?pwd=a.b~c", "Zoom"],
  ["https://teams.microsoft.com/l/meetup-join/19%3ameeting_x%40thread.v2/0?context=%7b%7d", "Teams"],
  ["https://teams.live.com/meet/9312", "Teams"],
  ["https://harbor.webex.com/meet/ana", "Webex"],
  ["https://whereby.com/harbor", "Whereby"],
  ["https://www.rooms.example/harbor#lobby", "rooms.example"],
  ["HTTPS://Rooms.Example:8443", "rooms.example"],
  ["https://notzoom.us.example/j/1", "notzoom.us.example"],
])("%s is a room of %s", (url, name) => {
  expect(isMeetingUrl(url)).toBe(true);
  expect(roomName(url)).toBe(name);
});

test.each([
  "",
  "meet.google.com/abc",
  "http://meet.google.com/abc",
  "javascript:alert(1)",
  "JavaScript:alert(1)//https://meet.google.com",
  "data:text/html,<script>alert(1)</script>",
  "//meet.google.com/abc",
  "https://",
  "https://localhost/room",
  "https://127.0.0.1/room",
  "https://[::1]/room",
  "https://user:secret@meet.google.com/abc",
  "https://meet.google.com@evil.example/",
  "https://meet.google.com/a b",
  "https://meet.google.com/\r\nset-cookie: a=b",
  'https://meet.google.com/"><script>',
  "https://meet.google.com\\@evil.example",
  " https://meet.google.com/abc",
  "https://meet.example\u0000/",
])("%j is no room", (url) => expect(isMeetingUrl(url)).toBe(false));
