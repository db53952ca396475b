import * as z from "zod/mini";
import { typedPhoneProblem } from "./phone.ts";

/** Refuses what isn't read as a phone, or as what else the field takes; a phone that can't be reached in its own words. */
export const reachable = (isRead: (typed: string) => boolean, message: string) =>
  z.check<string>(({ value, issues }) => {
    if (value === "" || isRead(value)) return;
    const digits = value.replace(/\D/g, "");
    const problem = /^1?\d{10}$/.test(digits) ? typedPhoneProblem(digits) : undefined;
    issues.push({ code: "custom", message: problem ?? message, input: value });
  });
