import type { MailDelivery } from '@parley/contract/email/mail-deliveries'
import { deliveryStates } from '@parley/contract/email/mail-delivery-states'

export const LEDGER_PATH = '/admin/inboxes/mail'

export type LedgerSearch = { state?: MailDelivery['state']; inbox?: number; page?: number }

/** Parses the page's URL; unknown values are dropped. */
export function parseLedgerSearch({ state, inbox, page }: Record<string, unknown>): LedgerSearch {
  const number = (value: unknown) =>
    Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : 0
  return {
    ...(isState(state) && { state }),
    ...(number(inbox) && { inbox: number(inbox) }),
    ...(number(page) > 1 && { page: number(page) }),
  }
}

const isState = (value: unknown): value is MailDelivery['state'] =>
  deliveryStates.some((state) => state === value)
