import type { Endpoint } from '@parley/contract/shared/endpoint'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../api/call.ts'
import { type EntityKind, queryKeys } from '../api/query-client.ts'

/** All entities of a kind for the admin list. Refetched when the server pushes a change of that kind. */
export const entitiesQuery = <E extends Endpoint>(kind: EntityKind, list: E) =>
  queryOptions<z.output<E['response']>>({
    queryKey: queryKeys.entities(kind),
    queryFn: ({ signal }) => call(list, { signal }),
  })

/** One entity, for its form. */
export const entityQuery = <E extends Endpoint>(kind: EntityKind, get: E, id: number) =>
  queryOptions<z.output<E['response']>>({
    queryKey: queryKeys.entity(kind, id),
    // All endpoints for a single entity have `id` as their only parameter.
    queryFn: ({ signal }) => call(get, { signal, params: { id: String(id) } as z.input<E['params']> }),
  })
