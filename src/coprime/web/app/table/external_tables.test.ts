import { expect, test, vi } from 'vitest'
import { withOldNames, type ExternalTableProps } from './external_tables'

test('a module of version 1.0 clears a refusal under its old name', () => {
  const clearRefusal = vi.fn()
  const shown = withOldNames({ mine: 1, clearRefusal } as unknown as ExternalTableProps)
  shown.heed()
  expect(clearRefusal).toHaveBeenCalledOnce()
  expect(shown.mine).toBe(1)
})
