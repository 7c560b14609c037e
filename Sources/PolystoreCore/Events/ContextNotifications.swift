import Foundation
import PolystoreModel

/// The same events through Foundation's `NotificationCenter`, for programs that are built around it.
///
/// The object of each notification is the context's `ContextHandle`; the event is in the user info under `eventKey`.
/// Notifications are posted on the context's thread.
public enum ContextNotifications {
    /// Posted before a save validates; has no event.
    public static let willSave = Notification.Name("PolystoreContextWillSave")
    /// Posted after a save; the event is a `SaveEvent`.
    public static let didSave = Notification.Name("PolystoreContextDidSave")
    /// Posted after changes; the event is a `ChangeEvent`.
    public static let didChange = Notification.Name("PolystoreContextDidChange")
    /// Posted when a group of changes has ended, was taken back or made again, or all were forgotten; the event is an
    /// `UndoEvent`.
    public static let didChangeUndoGroups = Notification.Name("PolystoreContextDidChangeUndoGroups")
    /// The key of the event in the user info.
    public static let eventKey = "event"

    static func postWillSave(of context: ManagedObjectContext) {
        guard context.postsNotifications else { return }
        NotificationCenter.default.post(name: willSave, object: context.handle)
    }

    static func post(_ event: SaveEvent, of context: ManagedObjectContext) {
        guard context.postsNotifications else { return }
        NotificationCenter.default.post(name: didSave, object: context.handle, userInfo: [eventKey: event])
    }

    static func post(_ event: ChangeEvent, of context: ManagedObjectContext) {
        guard context.postsNotifications else { return }
        NotificationCenter.default.post(name: didChange, object: context.handle, userInfo: [eventKey: event])
    }

    static func post(_ event: UndoEvent, of context: ManagedObjectContext) {
        guard context.postsNotifications else { return }
        NotificationCenter.default.post(
            name: didChangeUndoGroups, object: context.handle, userInfo: [eventKey: event])
    }
}
