import { toUsableMacro, type UsableMacro } from '@parley/contract/macros/macro-availability'
import type { MacroPlace } from '@parley/contract/macros/macros'
import { useQuery } from '@tanstack/react-query'
import { macrosQuery } from '../session/queries.ts'
import { useMe } from '../session/use-me.ts'
import { sortByUsage } from './rank-macros.ts'

const noMacros: readonly UsableMacro[] = []

/** The macros that the agent can use in this place, with the actions they are permitted, most likely first. */
export function useUsableMacros(place: MacroPlace): readonly UsableMacro[] {
  const me = useMe()
  const macros = useQuery(macrosQuery).data
  if (!macros) return noMacros
  const reader = {
    id: me.id,
    team_ids: me.teams.map((team) => team.id),
    permissions: new Set(me.permissions),
  }
  return sortByUsage(
    macros.flatMap((macro) => toUsableMacro(reader, macro, place) ?? []),
    new Date(),
  )
}
