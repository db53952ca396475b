import { invalidField } from "#core/failure.ts";
import { CallResult, type Handlers } from "#core/server/serve.ts";
import { hashToken } from "#core/server/token.ts";
import { type emailProof, proofEndedText } from "../contract.ts";
import { emailProofWait } from "../rules.ts";
import { mailProof } from "./mailProof.ts";
import { proofByToken, setEmailProved } from "./store.ts";

export const emailProofHandlers: Handlers<typeof emailProof> = {
  async confirm({ within, origin }, { body }) {
    return within.platform(
      "email proof",
      async ({ db, now, audit }) => {
        const proof = await proofByToken(db, hashToken(body.token), now());
        if (!proof) throw invalidField("token", proofEndedText);
        const { dealer_id, user_id, email, business_name } = proof;
        const entry = { action: "confirmed the email of", subject: "dealer", subject_id: dealer_id, detail: { email } };
        if (await setEmailProved(db, dealer_id, now())) await audit({ ...entry, dealer_id, user_id });
        return { email, business_name };
      },
      origin,
    );
  },

  async resend(context) {
    const email = await mailProof(context, context.scope.dealer_id);
    if (!email) return new CallResult("Your email is already confirmed", { is_proved: true, resend_after: 0 }, "info");
    const data = { is_proved: false, resend_after: emailProofWait };
    return new CallResult(`We sent another link to ${email}`, data);
  },
};
