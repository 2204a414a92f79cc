"""One process, and of it one thread, works on a folder at a time; whoever has the lock may take it again."""

import multiprocessing
import threading

import pytest

from coprime.core import folder_lock
from coprime.core.folder_lock import hold_folder_lock


def hold_until_told(folder, told, may_end):
    with hold_folder_lock(folder):
        told.send("held")
        may_end.recv()
    told.send("over")


def test_another_process_waits(tmp_path):
    context = multiprocessing.get_context("spawn")
    (told, sayer), (listener, ender) = context.Pipe(), context.Pipe()
    other = context.Process(target=hold_until_told, args=(tmp_path / "code", sayer, listener))
    other.start()
    assert told.recv() == "held"
    order = []

    def hold():
        with hold_folder_lock(tmp_path / "code"):
            order.append("held here")
    waiting = threading.Thread(target=hold)
    waiting.start()
    with hold_folder_lock(tmp_path / "another"):
        order.append("another")
    ender.send("end")
    waiting.join(60)
    assert order == ["another", "held here"] and told.recv() == "over"
    other.join(60)


def test_another_thread_waits_and_the_same_does_not(tmp_path):
    order, begun, may_end = [], threading.Event(), threading.Event()

    def hold():
        with hold_folder_lock(tmp_path / "code"), hold_folder_lock(tmp_path / "code"):
            begun.set()
            assert may_end.wait(60)
            order.append("first")
    thread = threading.Thread(target=hold)
    thread.start()
    assert begun.wait(60)
    ended = threading.Thread(target=may_end.set)
    ended.start()
    with hold_folder_lock(tmp_path / "code"):
        order.append("second")
    thread.join(60)
    ended.join(60)
    assert order == ["first", "second"] and not folder_lock._held_folders


def test_without_a_place_for_the_lock_nobody_waits(tmp_path):
    (tmp_path / "file").touch()
    with hold_folder_lock(tmp_path / "file" / "code"):
        pass
    with pytest.raises(ZeroDivisionError), hold_folder_lock(tmp_path / "code"):
        raise ZeroDivisionError
    assert not folder_lock._held_folders
