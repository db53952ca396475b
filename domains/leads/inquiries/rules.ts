import type { LeadKind, VehicleInterest } from "../fields.ts";

/** A vehicle that an inquiry names; texts are empty where it says nothing. */
export interface InquiryVehicle {
  readonly interest: VehicleInterest;
  readonly status: "new" | "used" | "";
  readonly year: string;
  readonly make: string;
  readonly model: string;
  readonly trim: string;
  readonly vin: string;
  readonly stock: string;
  /** As written, with its currency where one is named. */
  readonly price: string;
  readonly odometer: string;
  readonly color: string;
  readonly comments: string;
}

/** Who asks, as far as the inquiry says. */
export interface InquiryPerson {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  /** E.164, the one to text first; empty without a number that can be texted or called. */
  readonly phone: string;
  readonly other_phones: readonly string[];
  readonly address: string;
  /** How they want to be answered, where they say it. */
  readonly prefers: "phone" | "email" | "";
}

/** What one inquiry says, whatever it came as. */
export interface Inquiry {
  /** `adf` and `json`: every field by its name. `labels`: by guess, from lines such as "Phone: …". `text`: words alone. */
  readonly read_by: "adf" | "labels" | "text" | "json";
  readonly kind: LeadKind;
  /** Who sent it, such as a listing site. */
  readonly provider: string;
  /** The provider's own id of it; empty without one. */
  readonly provider_id: string;
  readonly requested_at: Date | undefined;
  readonly person: InquiryPerson;
  readonly vehicles: readonly InquiryVehicle[];
  readonly comments: string;
  /** Words by which the person agreed to something: evidence, never consent by itself. */
  readonly agreed_words: string;
}

/** The kind of lead that a provider's word for it means: "Service Appointment" → service. */
export function kindOfWords(words: string): LeadKind | undefined {
  if (/\bparts?\b|\baccessor/i.test(words)) return "parts";
  if (/\bservic(e|ing)\b|\brepair|\bmaintenance\b|\boil change\b/i.test(words)) return "service";
  if (/\bfinanc|\bcredit\b|\bloan\b|\bpre-?(approv|qualif)/i.test(words)) return "finance";
  if (/\bsales?\b|\bnew\b|\bused\b|\bbuy|\bquote\b|\blease\b|\btrade/i.test(words)) return "sales";
  return undefined;
}
