//! HTTP handlers of users.

use std::io::ErrorKind;

use actix_files::NamedFile;
use actix_multipart::Multipart;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, get, post, put};
use auth::{Admin, CurrentUser, Role};
use domain::UserId;
use http_kit::{ApiResult, Json, Path, Problem, Query};

use super::domain::{CheckedInvitation, CheckedProfile};
use super::dto::{
    AvatarForm, FirmPerson, InviteUserRequest, PeopleResponse, PreferredThemeRequest,
    PreferredThemeResponse, Profile, ProfileQuery, UpdateProfileRequest, UpdateUserRequest,
    UploadAvatarResponse, UserEntry, UserResponse, UsersResponse,
};
use super::ops::OwnProfile;
use super::store::UserRow;
use super::{UserError, avatars, ops};
use crate::accounts::domain::Theme;
use crate::state::AppState;

/// The signed-in user's profile.
#[utoipa::path(tag = "users", params(ProfileQuery), responses(
    (status = 200, body = Profile), (status = 401, body = Problem),
    (status = 404, description = "The id of another user", body = Problem)))]
#[get("/api/profile")]
pub async fn get_profile(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<ProfileQuery>,
) -> ApiResult<HttpResponse> {
    only_own(&user, query.user_id)?;
    let profile = ops::get_profile(&state, &user).await?;
    Ok(HttpResponse::Ok().json(Profile::from(profile)))
}

/// Changes the signed-in user's profile. A new e-mail address needs `current_password`; it is in
/// `pending_email` until the link mailed to it is opened.
#[utoipa::path(tag = "users", request_body = UpdateProfileRequest, responses(
    (status = 200, body = Profile), (status = 401, body = Problem),
    (status = 404, description = "The id of another user", body = Problem), (status = 422, body = Problem),
    (status = 429, description = "Too many wrong passwords or address changes", body = Problem)))]
#[put("/api/profile")]
pub async fn update_profile(
    user: CurrentUser,
    state: Data<AppState>,
    Json(mut body): Json<UpdateProfileRequest>,
) -> ApiResult<HttpResponse> {
    only_own(&user, body.user_id)?;
    let password = body.current_password.take();
    let checked = CheckedProfile::try_from(body)?;
    let profile = ops::update_profile(&state, &user, checked, password).await?;
    Ok(HttpResponse::Ok().json(Profile::from(profile)))
}

/// Changes the signed-in user's theme.
#[utoipa::path(tag = "users", request_body = PreferredThemeRequest, responses(
    (status = 200, body = PreferredThemeResponse), (status = 401, body = Problem), (status = 422, body = Problem)))]
#[put("/api/preferred_theme")]
pub async fn update_preferred_theme(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<PreferredThemeRequest>,
) -> ApiResult<HttpResponse> {
    let preferred_theme = body.preferred_theme;
    ops::update_theme(&state, &user, preferred_theme).await?;
    Ok(HttpResponse::Ok().json(PreferredThemeResponse {
        result: "OK".to_owned(),
        preferred_theme,
    }))
}

/// Stores the signed-in user's avatar: PNG, JPEG or WebP of at most 20971520 bytes.
#[utoipa::path(tag = "users", request_body(content = AvatarForm, content_type = "multipart/form-data"), responses(
    (status = 200, body = UploadAvatarResponse), (status = 401, body = Problem),
    (status = 413, description = "Larger than 20971520 bytes", body = Problem),
    (status = 415, description = "Neither PNG, JPEG nor WebP", body = Problem), (status = 422, body = Problem)))]
#[post("/api/upload_avatar")]
pub async fn upload_avatar(
    user: CurrentUser,
    state: Data<AppState>,
    form: Multipart,
) -> ApiResult<HttpResponse> {
    let form = avatars::receive(&state.config.storage_dir, form).await?;
    let avatar_url = ops::update_avatar(&state, &user, form).await?;
    Ok(HttpResponse::Ok().json(UploadAvatarResponse {
        result: "OK".to_owned(),
        avatar_url,
    }))
}

/// A colleague's avatar.
#[utoipa::path(tag = "users", params(("user_id" = UserId, Path)), responses(
    (status = 200, description = "The image", content_type = "image/*"),
    (status = 304, description = "Not modified"), (status = 401, body = Problem), (status = 404, body = Problem)))]
#[get("/api/avatars/{user_id}")]
pub async fn get_avatar(
    request: HttpRequest,
    user: CurrentUser,
    state: Data<AppState>,
    Path(id): Path<UserId>,
) -> ApiResult<HttpResponse> {
    let folder = avatars::folder(&state.config.storage_dir, user.customer_id);
    // A concurrent upload may delete the file between query and read; the row then names its
    // successor.
    for _ in 0..3 {
        let row = ops::get_user(&state, &user, id).await?;
        let (file, content_type) = row
            .avatar_file
            .zip(row.avatar_type)
            .ok_or(UserError::NotFound)?;
        match picture(&request, folder.join(file), &content_type).await {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            answer => return Ok(answer.map_err(UserError::Storage)?),
        }
    }
    Err(UserError::NotFound.into())
}

/// Serves a stored image with its `ETag`, as its own media type and with script execution disabled.
pub(crate) async fn picture(
    request: &HttpRequest,
    path: std::path::PathBuf,
    content_type: &str,
) -> std::io::Result<HttpResponse> {
    let file = actix_web::web::block(move || NamedFile::open(path))
        .await
        .map_err(std::io::Error::other)??;
    let file = file.prefer_utf8(false).disable_content_disposition();
    let file = match content_type.parse() {
        Ok(mime) => file.set_content_type(mime),
        Err(_unknown) => file,
    };
    let mut answer = file.into_response(request);
    answer
        .headers_mut()
        .insert(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    Ok(answer)
}

/// The firm's users; for admins.
#[utoipa::path(tag = "users", responses(
    (status = 200, body = UsersResponse), (status = 401, body = Problem), (status = 403, description = "Admins only", body = Problem)))]
#[get("/api/users")]
pub async fn list_users(Admin(admin): Admin, state: Data<AppState>) -> ApiResult<HttpResponse> {
    let users = ops::list_users(&state, &admin)
        .await?
        .into_iter()
        .map(UserEntry::from)
        .collect();
    Ok(HttpResponse::Ok().json(UsersResponse { users }))
}

/// The firm's people to whom work can be assigned.
#[utoipa::path(tag = "users", responses(
    (status = 200, body = PeopleResponse), (status = 401, body = Problem)))]
#[get("/api/people")]
pub async fn list_people(user: CurrentUser, state: Data<AppState>) -> ApiResult<HttpResponse> {
    let people = ops::list_users(&state, &user)
        .await?
        .into_iter()
        .filter(|row| row.active)
        .map(FirmPerson::from)
        .collect();
    Ok(HttpResponse::Ok().json(PeopleResponse { people }))
}

/// Creates a user and sends an invitation; for admins.
#[utoipa::path(tag = "users", request_body = InviteUserRequest, responses(
    (status = 200, body = UserResponse), (status = 401, body = Problem),
    (status = 403, description = "Admins only", body = Problem),
    (status = 409, description = "The address is already used", body = Problem), (status = 422, body = Problem)))]
#[post("/api/invite_user")]
pub async fn invite_user(
    Admin(admin): Admin,
    state: Data<AppState>,
    Json(body): Json<InviteUserRequest>,
) -> ApiResult<HttpResponse> {
    let row = ops::invite_user(&state, &admin, CheckedInvitation::try_from(body)?).await?;
    Ok(HttpResponse::Ok().json(UserResponse {
        success: true,
        user: row.into(),
    }))
}

/// Changes a user's role or access; for admins. Ends the user's sessions.
#[utoipa::path(tag = "users", request_body = UpdateUserRequest, responses(
    (status = 200, body = UserResponse), (status = 401, body = Problem),
    (status = 403, description = "Admins only", body = Problem), (status = 404, body = Problem),
    (status = 409, description = "The firm must keep one active admin", body = Problem), (status = 422, body = Problem)))]
#[post("/api/update_user")]
pub async fn update_user(
    Admin(admin): Admin,
    state: Data<AppState>,
    Json(body): Json<UpdateUserRequest>,
) -> ApiResult<HttpResponse> {
    let row = ops::update_user(&state, &admin, body).await?;
    Ok(HttpResponse::Ok().json(UserResponse {
        success: true,
        user: row.into(),
    }))
}

fn only_own(user: &CurrentUser, asked: Option<UserId>) -> Result<(), UserError> {
    match asked {
        Some(id) if id != user.user_id => Err(UserError::NotFound),
        _ => Ok(()),
    }
}

impl From<OwnProfile> for Profile {
    fn from(OwnProfile { row, pending_email }: OwnProfile) -> Self {
        let user_id = row.user_id;
        Self {
            result: "OK".to_owned(),
            user_id,
            avatar_url: row.avatar_file.map(|file| ops::avatar_url(user_id, &file)),
            fname: row.fname,
            lname: row.lname,
            job_title: row.job_title,
            email: row.email,
            pending_email,
            phone_number: row.phone_number,
            location: row.location,
            bio: row.bio,
            role: row.role.parse().unwrap_or(Role::User),
            preferred_theme: Theme::from_stored(&row.preferred_theme),
        }
    }
}

impl From<UserRow> for FirmPerson {
    fn from(row: UserRow) -> Self {
        let name = format!("{} {}", row.fname, row.lname).trim().to_owned();
        Self {
            user_id: row.user_id,
            name: if name.is_empty() { row.email } else { name },
        }
    }
}

impl From<UserRow> for UserEntry {
    fn from(row: UserRow) -> Self {
        Self {
            user_id: row.user_id,
            fname: row.fname,
            lname: row.lname,
            email: row.email,
            role: row.role.parse().unwrap_or(Role::User),
            active: row.active,
            invited: !row.has_password,
        }
    }
}
