import type pg from "pg";

/** What the simulated carrier does wrong on purpose. */
export interface Fault {
  /** Milliseconds until a send is answered. */
  readonly answer_delay?: number | undefined;
  /** Milliseconds by which everything is told later. */
  readonly delay?: number | undefined;
  /** How often everything is told once more. */
  readonly duplicate?: number | undefined;
  /** Delivery reports are not told. */
  readonly lose?: boolean | undefined;
  /** Delivery reports are told last first. */
  readonly shuffle?: boolean | undefined;
  /** The text is taken, but the answer to its send gets lost. */
  readonly lose_answer?: boolean | undefined;
  /** The send gets lost on its way to the carrier. */
  readonly lose_request?: boolean | undefined;
  /** The carrier's code of a refusal: 3xxxx comes later, as a delivery report; others are the answer to the send. */
  readonly refuse?: string | undefined;
}

/** What is set for a phone; the empty one stands for all. */
export type FaultOfPhone = { readonly phone: string } & Fault;

interface Row {
  phone: string;
  fault: Fault;
}

/** What goes wrong with a phone: its own fault, else that of all phones. */
export async function faultOf(pool: pg.Pool, phone: string): Promise<Fault> {
  const { rows } = await pool.query<Row>(
    "select phone, fault from simulated_faults where phone in ($1, '') order by phone desc limit 1",
    [phone],
  );
  return rows[0]?.fault ?? {};
}

export async function listFaults(pool: pg.Pool): Promise<FaultOfPhone[]> {
  const { rows } = await pool.query<Row>("select phone, fault from simulated_faults order by phone");
  return rows.map(({ phone, fault }) => ({ phone, ...fault }));
}

/** Sets the fault of a phone, or of all with the empty phone; a fault without anything in it clears it. */
export async function setFault(pool: pg.Pool, phone: string, fault: Fault): Promise<void> {
  if (Object.values(fault).some(Boolean)) {
    await pool.query(
      "insert into simulated_faults (phone, fault) values ($1, $2) on conflict (phone) do update set fault = excluded.fault",
      [phone, fault],
    );
  } else {
    await pool.query("delete from simulated_faults where phone = $1", [phone]);
  }
}

export async function clearFaults(pool: pg.Pool): Promise<void> {
  await pool.query("delete from simulated_faults");
}
