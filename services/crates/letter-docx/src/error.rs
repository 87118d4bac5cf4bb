//! Why a file cannot be read. Every sentence is for the user.

/// A file that is not a letter that can be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// Not a zip with a document.
    #[error("This is not a Word document (.docx).")]
    NotDocx,
    /// The container of `.doc` and of files with a password.
    #[error(
        "This is an old Word file (.doc) or one with a password. Please save it as .docx without a password."
    )]
    OldFormat,
    /// With a project of macros.
    #[error("Documents with macros (.docm) are not accepted. Please save it as .docx.")]
    Macros,
    /// With files inside the file.
    #[error("Documents with embedded files are not accepted. Please remove them.")]
    Embedded,
    /// Inflated, it is larger than a letter can be.
    #[error("The document is too large for a letter.")]
    TooLarge,
    /// With a document type, which letters have no use for.
    #[error("The document contains a document type declaration, which is not accepted.")]
    DocumentType,
    /// Cut off, or with invalid XML.
    #[error("The document is damaged. Please ask for it again.")]
    Damaged,
}
