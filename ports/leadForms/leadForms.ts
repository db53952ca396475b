import type { IncomingHttpHeaders } from "node:http";
import type { AccessFailure } from "../access.ts";

/** The port to forms that people fill in on a site of somebody else, such as those in ads, and that a page's owner reads. */
export interface LeadForms {
  readonly provider: "meta" | "simulator";
  /** Where somebody lets us read the forms of their pages; the provider sends them back to `redirect` with state and code. */
  consentUrl(redirect: string, state: string): string;
  /** Exchanges that code for the pages that were allowed, each with lasting access. */
  redeem(code: string, redirect: string): Promise<PagesResult>;
  /** Asks the provider to tell of each form filled in from now on. Twice is the same as once. */
  follow(page: PageAccess): Promise<DoneResult>;
  /** Ends that. A page that isn't followed is no failure. */
  unfollow(page: PageAccess): Promise<DoneResult>;
  /** One form as it was filled in. */
  read(page: PageAccess, ref: string): Promise<ReadFormResult>;
  /** All that were filled in after an instant, the oldest first: what finds those whose notice was lost. */
  list(page: PageAccess, since: Date): Promise<FormsResult>;
  /** What the provider expects to hear before it sends notices to an address; undefined unless it is the one who asks. */
  challenge(query: Readonly<Record<string, unknown>>): string | undefined;
  /** What a notice tells of; `forbidden` unless the provider sent it. */
  notices(headers: IncomingHttpHeaders, body: Buffer): readonly FormNotice[] | "forbidden";
}

/** What reading a page's forms takes: the provider's name of it, and a secret. */
export interface PageAccess {
  readonly ref: string;
  readonly access: string;
}

export interface FormPage extends PageAccess {
  readonly title: string;
}

/** Somebody filled in a form of a page. */
export interface FormNotice {
  readonly page_ref: string;
  readonly ref: string;
}

/** A form as somebody filled it in. */
export interface FilledForm {
  /** The same for as long as it exists, and nobody else's. */
  readonly ref: string;
  /** Where it was seen, such as "Facebook". */
  readonly site: string;
  readonly filled_at: Date;
  /** Each question by its key, such as `phone_number`, in their order. */
  readonly answers: readonly { readonly key: string; readonly value: string }[];
  /** The keys of the boxes that were checked below the form. */
  readonly checked: readonly string[];
}

export type PagesResult = { readonly kind: "pages"; readonly pages: readonly FormPage[] } | AccessFailure;
export type DoneResult = { readonly kind: "done" } | AccessFailure;
export type ReadFormResult = { readonly kind: "form"; readonly form: FilledForm } | AccessFailure;
export type FormsResult =
  | {
      readonly kind: "forms";
      readonly forms: readonly FilledForm[];
      /** False when there are more than one request round takes: their rest comes with the next `list`. */
      readonly isWhole: boolean;
    }
  | AccessFailure;
