import { type UsableMacro, usableMacro } from '@parley/contract/macro-rules'
import type { MacroPlace } from '@parley/contract/macros'
import { useQuery } from '@tanstack/react-query'
import { macrosQuery } from '../session/queries.ts'
import { useMe } from '../session/use-me.ts'
import { byFrequency } from './order.ts'

const none: readonly UsableMacro[] = []

/** The macros that the agent can use there, with the actions that they may do, the likeliest first. */
export function useUsableMacros(place: MacroPlace): readonly UsableMacro[] {
  const me = useMe()
  const macros = useQuery(macrosQuery).data
  if (!macros) return none
  const reader = {
    id: me.id,
    team_ids: me.teams.map((team) => team.id),
    permissions: new Set(me.permissions),
  }
  return byFrequency(
    macros.flatMap((macro) => usableMacro(reader, macro, place) ?? []),
    new Date(),
  )
}
