import { expect, test, vi } from 'vitest'
import { asksToInstall, canInstall, declineInstall, followInstallOffer, install } from './install_offer.svelte'
import { recordMatch } from './finished_matches.svelte'

const match = (id: string) => recordMatch({ id, game: 'a', won: true, level: '', hints: 0 })
const offer = () => {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: vi.fn(() => Promise.resolve()) })
  dispatchEvent(event)
  return event
}

test('it is asked once, after the second match, where the browser offers it', () => {
  followInstallOffer()
  match('1')
  match('2')
  expect([canInstall(), asksToInstall()]).toEqual([false, false])
  const event = offer()
  expect(event.defaultPrevented).toBe(true)
  expect([canInstall(), asksToInstall()]).toEqual([true, true])
  declineInstall()
  expect([canInstall(), asksToInstall()]).toEqual([true, false])
  install()
  expect(event.prompt).toHaveBeenCalledOnce()
  offer()
  expect(asksToInstall()).toBe(false)
})

test('not before the second match', () => {
  localStorage.clear()
  expect(asksToInstall()).toBe(false)
})
