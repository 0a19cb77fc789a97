import { actorOfAgent } from '../features/auth/load-actor.ts'
import { addAddress } from '../features/contacts/addresses.ts'
import { writeNote } from '../features/contacts/notes.ts'
import { changeContact } from '../features/contacts/update.ts'
import type { ReadingDeps } from '../features/email/read-delivery.ts'
import { type ContactKey, contacts, profiles } from './cast.ts'
import type { Stage } from './workspace.ts'

/** Adds what agents know of some contacts: telephones, further addresses, notes. */
export async function fillProfiles({ db, act, system }: ReadingDeps, stage: Stage): Promise<void> {
  // Object.entries forgets the keys' type.
  for (const [key, profile] of Object.entries(profiles) as [ContactKey, (typeof profiles)[ContactKey]][]) {
    const [first_name, last_name, email] = contacts[key]
    const found = await db.selectFrom('contacts').select('id').where('email', '=', email).executeTakeFirst()
    if (!found || !profile) continue
    const [country = null, number = null] = profile.phone ?? []
    await act(system, (tx) =>
      changeContact(
        tx,
        found.id,
        { first_name, last_name, email, phone_number: number, phone_number_country_code: country },
        { picture: null, keep: true },
      ),
    )
    const { also } = profile
    if (also) await act(system, (tx) => addAddress(tx, found.id, also))
    for (const [by, note] of profile.notes ?? []) {
      const author = await actorOfAgent(db, stage.agents[by])
      if (author) await act(author, (tx) => writeNote(tx, found.id, note))
    }
  }
}
